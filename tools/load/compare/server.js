// The other side of the comparison: boardgame.io's own server with its in-memory storage, playing Sternhalma for two.
//
// The game is written the way its documentation teaches and as cheaply as it can be: the board is one string, a move is
// checked by a search over tables made once, nothing is kept but the board. It leaves out what Parlour's rules also look
// at (repetition), and boardgame.io keeps nothing on disk and renders nothing.
'use strict';

const { Server } = require('boardgame.io/server');

const INVALID_MOVE = 'INVALID_MOVE';
const ROWS = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
const DIRECTIONS = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]];

const names = [];
const places = [];
const at = new Map();
ROWS.forEach((count, row) => {
  for (let i = 0; i < count; i++) {
    const x = 2 * i - (count - 1);
    at.set(`${x},${row}`, names.length);
    places.push([x, row]);
    names.push(String.fromCharCode(97 + row) + (i + 1));
  }
});
const holes = new Map(names.map((name, hole) => [name, hole]));
const neighbour = places.map(([x, y]) => DIRECTIONS.map(([dx, dy]) => at.get(`${x + dx},${y + dy}`) ?? -1));

// The point a hole lies in: 0 south, 1 north, 2 for the four others, -1 for the hexagon in the middle.
const point = places.map(([x, row]) => {
  if (row < 4) return 0;
  if (row > 12) return 1;
  return Math.abs(x) + Math.abs(row - 8) > 8 ? 2 : -1;
});
const south = point.map((p, hole) => (p === 0 ? hole : -1)).filter((hole) => hole >= 0);
const north = point.map((p, hole) => (p === 1 ? hole : -1)).filter((hole) => hole >= 0);
const target = [north, south];

const opening = point.map((p) => (p === 0 ? '0' : p === 1 ? '1' : '.')).join('');

function reaches(board, from, to) {
  if (neighbour[from].includes(to)) return true;
  const seen = new Uint8Array(board.length);
  seen[from] = 1;
  const queue = [from];
  for (let next = 0; next < queue.length; next++) {
    const hole = queue[next];
    for (let direction = 0; direction < 6; direction++) {
      const over = neighbour[hole][direction];
      if (over < 0 || over === from || board[over] === '.') continue;
      const landing = neighbour[over][direction];
      if (landing < 0 || board[landing] !== '.' || seen[landing]) continue;
      if (landing === to) return true;
      seen[landing] = 1;
      queue.push(landing);
    }
  }
  return false;
}

function play({ G, playerID }, notation) {
  const [from, to] = String(notation).split('-').map((name) => holes.get(name));
  if (from === undefined || to === undefined) return INVALID_MOVE;
  const board = G.board;
  const goal = 1 - Number(playerID);
  if (board[from] !== playerID || board[to] !== '.') return INVALID_MOVE;
  if (point[to] === 2 || (point[from] === goal && point[to] !== goal)) return INVALID_MOVE;
  if (!reaches(board, from, to)) return INVALID_MOVE;
  const holesAfter = board.split('');
  holesAfter[from] = '.';
  holesAfter[to] = playerID;
  G.board = holesAfter.join('');
}

function finished({ G }) {
  for (const seat of [0, 1]) {
    if (target[seat].some((hole) => G.board[hole] === '.')) continue;
    if (target[seat].filter((hole) => G.board[hole] === String(seat)).length >= 7) return { winner: String(seat) };
  }
  return undefined;
}

const sternhalma = {
  name: 'sternhalma',
  setup: () => ({ board: opening }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play },
  endIf: finished,
  disableUndo: true,
};

const server = Server({ games: [sternhalma], origins: [/localhost/, /127\.0\.0\.1/] });
server.run({ port: { port: 0, host: '127.0.0.1' } }).then(({ appServer }) => {
  process.stdout.write(`listening on ${appServer.address().port}\n`);
});
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
