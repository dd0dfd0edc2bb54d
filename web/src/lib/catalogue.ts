/** The games that the server has: loaded once. */
import type { Box } from '../wire'
import { call, GAMES_PATH } from './api'

let loading: Promise<Box[]> | null = null

export function catalogue(): Promise<Box[]> {
  loading ??= call<Box[]>('GET', GAMES_PATH).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

export async function findGame(name: string): Promise<Box | null> {
  return (await catalogue()).find((box) => box.name === name) ?? null
}
