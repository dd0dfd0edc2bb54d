// Sixteen on boardgame.io, as plainly as its own documentation would write it: hands and draw pile are hidden by
// `playerView`, one card is played a turn, the next is drawn at once. node server.mjs PORT LOBBY_PORT memory|FOLDER

import core from 'boardgame.io/dist/cjs/core.js';
import server from 'boardgame.io/dist/cjs/server.js';

const { INVALID_MOVE } = core;

const CARDS = [
  ...['blue', 'green', 'red', 'yellow'].flatMap((colour) =>
    Array.from({ length: 13 }, (_, n) => ({ value: n % 7, colour })),
  ),
  { value: 3, colour: 'blue' },
  { value: 4, colour: 'green' },
];

const alike = (cards) =>
  cards.length === 3 && (new Set(cards.map((c) => c.value)).size === 1 || new Set(cards.map((c) => c.colour)).size === 1);

const made = (pile, total) => (total > 16 ? 'bust' : alike(pile.slice(-3)) ? 'match' : total === 16 ? 'sixteen' : null);

const sixteen = {
  name: 'sixteen',
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }) => {
    const stock = random.Shuffle(CARDS);
    const hands = { 0: stock.splice(0, 3), 1: stock.splice(0, 3) };
    hands[0].push(stock.pop());
    return { stock, hands, counts: [4, 3], left: stock.length, pile: [], total: 0, series: [], won: [0, 0] };
  },
  playerView: ({ G, playerID }) => {
    const { stock, hands, ...open } = G;
    return { ...open, hand: hands[playerID] ?? [] };
  },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, events }, place) => {
        const hand = G.hands[playerID];
        if (!(place in hand)) return INVALID_MOVE;
        const [card] = hand.splice(place, 1);
        G.pile.push({ ...card, by: playerID });
        G.total += card.value;
        let next = 1 - Number(playerID);
        const kind = made(G.pile, G.total);
        if (kind) {
          const side = kind === 'bust' ? next : Number(playerID);
          G.series.push({ kind, side, cards: G.pile });
          G.won[side] += 1;
          [G.pile, G.total, next] = [[], 0, side];
        }
        if (G.stock.length) G.hands[next].push(G.stock.pop());
        else if (!G.hands[next].length) next = 1 - next;
        G.counts = [G.hands[0].length, G.hands[1].length];
        G.left = G.stock.length;
        events.endTurn({ next: String(next) });
      },
    },
  },
  endIf: ({ G }) => (G.counts[0] + G.counts[1] === 0 ? { won: G.won } : undefined),
};

const [port, lobby, store] = process.argv.slice(2);
const db = store === 'memory' ? undefined : new server.FlatFile({ dir: store });
const running = server.Server({ games: [sixteen], db, origins: [server.Origins.LOCALHOST] });
await running.run({ port: Number(port), lobbyConfig: { apiPort: Number(lobby) } });
console.log('ready');
