/** Opens tables on the server, and says who has never finished a game and which bots are an even match. */

import type { AnyAsk, Box, ClosedTables, GameTally, NewTable, Settings } from '../wire'
import { call } from './api'
import { currentUser } from './currentUser.svelte'
import { type EvenLevel, evenLevel } from './evenLevel'
import { FairDice } from './fairDice'
import type { AskBody } from './tableConnection'

/** Opens a table, starts its game if asked to, and returns its id. */
export async function openTable(settings: Settings, start: boolean): Promise<string> {
  const made = await call<NewTable>('POST', '/api/tables', settings)
  sessionStorage.setItem(`keys ${made.id}`, JSON.stringify(made.keys))
  const seat = settings.seats?.findIndex(({ kind }) => kind === 'me') ?? 0
  if (start) await startAlone(made.id, seat, settings.real ?? false)
  return made.id
}

/** Nobody else is awaited: the game begins at once. This page's number for the dice is pledged before, as always. */
async function startAlone(id: string, seat: number, real: boolean): Promise<void> {
  const ask = (body: AskBody) => call('POST', `/api/tables/${id}`, { id: body.ask, ...body } as AnyAsk)
  const dice = new FairDice(id, ask, localStorage)
  if (!real) await dice.pledge(seat)
  await ask({ ask: 'start', seat })
  if (!real) await dice.disclose(seat)
}

/** Whether this user has not finished a game yet. If the server cannot say, nobody is taken for a newcomer. */
export async function isNewcomer(): Promise<boolean> {
  if (!currentUser.me) return true
  try {
    const tallies = await call<GameTally[]>('GET', '/api/me/games')
    return tallies.every(({ played }) => played === 0)
  } catch {
    return false
  }
}

/** The level of bots that gives this user an even game. Null where there is none, or the server cannot say. */
export async function proposeLevel(box: Box): Promise<EvenLevel | null> {
  if (!currentUser.me) return evenLevel(box, [])
  try {
    const { tables } = await call<ClosedTables>('GET', '/api/me/tables')
    return evenLevel(box, tables)
  } catch {
    return null
  }
}
