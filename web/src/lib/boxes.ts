/** The games this page can show: one folder each. Lids stand on the shelf; boards are loaded when they are needed. */
import type { Component } from 'svelte'
import type { Box } from './board'

const lids = import.meta.glob<Component>('../games/*/Cover.svelte', { import: 'default', eager: true })
const boxes = import.meta.glob<Box<unknown>>('../games/*/index.ts', { import: 'default' })

export function lidOf(game: string): Component | null {
  return lids[`../games/${game}/Cover.svelte`] ?? null
}

export async function boxOf(game: string): Promise<Box<unknown> | null> {
  return (await boxes[`../games/${game}/index.ts`]?.()) ?? null
}
