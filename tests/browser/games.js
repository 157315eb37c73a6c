// Whole games, ply by ply.

/** Plays plies in turn on the boards of the players. The mover’s own page is waited for too: it may show a move later than others. */
export async function playPlies(players, plies) {
  for (const [number, ply] of plies.entries()) {
    const [mover, next] = [number, number + 1].map((turn) => players[turn % players.length]);
    await mover.waitForHeadline('Your move');
    await mover.play(ply);
    if (number < plies.length - 1) await mover.waitForHeadline(`${next.name} is thinking`);
  }
}

/** Plays plies by HTTP, each for the seat whose turn it is. */
export async function postPlies({ site, matchPath, players }, plies) {
  for (const ply of plies) {
    const { seq, to_act: seat } = await site.record(matchPath);
    await players[seat].postPly(matchPath, seq, ply);
  }
}

/** The shortest known win of South in Sternhalma with the standard options, with North's help. */
export const STERNHALMA = `
c2-e8 n3-m8 d4-f7 n1-l8 c3-g7 o1-k7 d3-h6 n4-j7 e8-k8 k7-j6 g7-o1 o3-n3 c1-o3 j7-i6 a1-m7 p2-j5 h6-p2 o2-m6 d2-e7 n2-h6
e7-m9 h6-g7 f7-h7 j6-k6 h7-n1 m8-l7 k8-o2 l7-m8 m9-n4 i6-h7 m7-n2
`.trim().split(/\s+/);

/** The same with six players: the other four only step out of their points and back. */
export const STERNHALMA_SIX = STERNHALMA.flatMap((ply, number) => {
  if (number === STERNHALMA.length - 1) return [ply];
  const out = number % 2 === 0 ? ['h1-h2', 'j1-j2'] : ['k11-i9', 'e10-f9'];
  const back = out.map((step) => step.split('-').reverse().join('-'));
  return [ply, ...(number % 4 < 2 ? out : back)];
});

/** The first seat wins in the fewest plies. */
export const TICTACTOE = ['a1', 'b1', 'a2', 'b2', 'a3'];

/** Quarto without blocks: the third piece of a row is given away, and the first seat completes it. */
export const QUARTO = '8 c4 4 b4 a c3 d d4 6 b2 5 a4'.split(' ');

/** Quarto with blocks: the second seat completes a block and a column at once. */
export const QUARTO_BLOCKS = '8 a2 4 c1 d b1 3 d1 2 b3 e b2 5 c4 9 c3 c c2'.split(' ');

/** Quarto to the last piece, a draw. */
export const QUARTO_DRAWN = '2 c4 1 b2 b b1 a c3 7 a3 c a1 5 d4 4 b3 8 a4 f a2 0 c1 6 d3 9 b4 e d2 3 d1 d c2'.split(' ');

/** Kalah with default options, with captures and extra turns, to the sweep. */
export const KALAH = '3 2 6 3 2 2 1 4 2 5 6 2 6'.split(' ');

/** Kalah with three houses of two seeds, in which the second seat swaps the sides. */
export const KALAH_SWAP = '1 swap 3 3 1 3 2 1 3'.split(' ');
