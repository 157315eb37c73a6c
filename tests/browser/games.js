// Whole games, ply by ply.

/** The shortest way we found for South to win Sternhalma with the standard options, with North's help. */
export const STERNHALMA = `
c2-e8 n3-m8 d4-f7 n1-l8 c3-g7 o1-k7 d3-h6 n4-j7 e8-k8 k7-j6 g7-o1 o3-n3 c1-o3 j7-i6 a1-m7 p2-j5 h6-p2 o2-m6 d2-e7 n2-h6
e7-m9 h6-g7 f7-h7 j6-k6 h7-n1 m8-l7 k8-o2 l7-m8 m9-n4 i6-h7 m7-n2
`.trim().split(/\s+/);

/** The first seat wins in the fewest plies. */
export const TICTACTOE = ['a1', 'b1', 'a2', 'b2', 'a3'];
