/** Finds what this page can draw of a game. The covers come with the page; a board is loaded when it is needed. */
import type { Component } from 'svelte'
import type { BoardModule } from './boardModule'

const covers = import.meta.glob<Component>('../games/*/Cover.svelte', { import: 'default', eager: true })
const modules = import.meta.glob<BoardModule<unknown>>('../games/*/index.ts', { import: 'default' })

export function coverOf(game: string): Component | null {
  return covers[`../games/${game}/Cover.svelte`] ?? null
}

export async function loadBoardModule(game: string): Promise<BoardModule<unknown> | null> {
  return (await modules[`../games/${game}/index.ts`]?.()) ?? null
}
