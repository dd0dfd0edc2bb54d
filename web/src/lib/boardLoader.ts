/**
 * Finds what draws a game. The covers of the games that this page was built with come with it; their boards are loaded
 * when they are needed. A game from outside may bring a board of its own; else its view is shown field by field.
 */
import type { Component } from 'svelte'
import PlainCover from '../components/PlainCover.svelte'
import type { BoardModule } from './boardModule'
import { findGame } from './catalogue.svelte'

type Cover = Component<{ title: string }>
const covers = import.meta.glob<Cover>('../games/*/Cover.svelte', { import: 'default', eager: true })
const modules = import.meta.glob<BoardModule<unknown>>('../games/*/index.ts', { import: 'default' })

export function coverOf(game: string): Cover {
  return covers[`../games/${game}/Cover.svelte`] ?? PlainCover
}

export async function loadBoardModule(game: string): Promise<BoardModule<unknown>> {
  const own = modules[`../games/${game}/index.ts`]
  if (own) return own()
  const { outsideBoardModule, fieldBoardModule } = await import('./outsideBoards')
  if (!(await findGame(game))?.board) return fieldBoardModule
  return outsideBoardModule(game).catch((error: unknown) => {
    console.error(`the board of ${game} cannot be loaded`, error)
    return fieldBoardModule
  })
}
