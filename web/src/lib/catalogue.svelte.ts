/** The games that the server has: asked for once. */
import type { Box } from '../wire'
import { call, SHELF } from './api'

let asked: Promise<Box[]> | null = null

export function catalogue(): Promise<Box[]> {
  asked ??= call<Box[]>('GET', SHELF).catch((error: unknown) => {
    asked = null
    throw error
  })
  return asked
}

export async function gameNamed(name: string): Promise<Box | null> {
  return (await catalogue()).find((box) => box.name === name) ?? null
}
