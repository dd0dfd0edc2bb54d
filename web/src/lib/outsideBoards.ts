/** The boards of games that this page was not built with. */
import FieldBoard from '../components/FieldBoard.svelte'
import OutsideBoardFrame from '../components/OutsideBoardFrame.svelte'
import { addressOf } from './basePath'
import type { BoardModule, OutsideBoard } from './boardModule'

const ACCENT = 'light-dark(#35604f, #9fd3bd)'
const loaded = new Map<string, OutsideBoard<unknown>>()

/** For a game that brings no board. */
export const fieldBoardModule: BoardModule<unknown> = { accent: ACCENT, Board: FieldBoard, task: () => '' }

/** For a game that brings a JavaScript module, which the server hands out. */
export async function outsideBoardModule(game: string): Promise<BoardModule<unknown>> {
  const board = loaded.get(game) ?? (await importBoard(game))
  loaded.set(game, board)
  return { accent: ACCENT, task: () => '', ...board, Board: OutsideBoardFrame }
}

async function importBoard(game: string): Promise<OutsideBoard<unknown>> {
  const address = addressOf(`/api/games/${game}/board.js`)
  const module: { default: OutsideBoard<unknown> } = await import(/* @vite-ignore */ address)
  return module.default
}

/** The board that a game brought, once it is loaded. */
export function outsideBoard(game: string): OutsideBoard<unknown> | undefined {
  return loaded.get(game)
}
