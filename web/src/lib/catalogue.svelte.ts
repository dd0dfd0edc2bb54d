/** The games that the server has: loaded once. */
import type { Box } from '../wire'
import { call, GAMES_PATH } from './api'

let loading: Promise<Box[]> | null = null
let loaded = $state.raw<readonly Box[]>([])

export function catalogue(): Promise<Box[]> {
  loading ??= call<Box[]>('GET', GAMES_PATH)
    .then((boxes) => {
      loaded = boxes
      return boxes
    })
    .catch((error: unknown) => {
      loading = null
      throw error
    })
  return loading
}

export async function findGame(name: string): Promise<Box | null> {
  return (await catalogue()).find((box) => box.name === name) ?? null
}

/** The game, if the catalogue is there already. */
export function knownGame(name: string): Box | undefined {
  return loaded.find((box) => box.name === name)
}
