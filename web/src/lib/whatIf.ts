/** What-ifs of a game: how they are asked for and listed. */
import type { BranchCard, Compared, NewBranch, OpenedBranch } from '../wire'
import { call, request } from './api'

/** Opens a what-if and returns the id of its table. */
export async function openWhatIf(asked: NewBranch): Promise<string> {
  return (await call<OpenedBranch>('POST', '/api/branches', asked)).id
}

/** My what-ifs of one game, the newest first. */
export async function listWhatIfs(source: string): Promise<BranchCard[]> {
  return call<BranchCard[]>('GET', `/api/branches?${new URLSearchParams({ source })}`)
}

export async function nameWhatIf(id: string, name: string): Promise<void> {
  await request('PATCH', `/api/branches/${id}`, { name })
}

export async function deleteWhatIf(id: string): Promise<void> {
  await request('DELETE', `/api/branches/${id}`)
}

/** The game beside one of its what-ifs that is over, as this seat saw both. */
export async function compareWhatIf(record: string, id: string, seat: number): Promise<Compared> {
  const other = await (await request('GET', `/api/tables/${id}/record`)).text()
  return call<Compared>('POST', '/api/study/compare', { record, other, seat })
}
