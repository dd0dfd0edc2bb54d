/** What the page needs to show a game: its board, its entry in the catalogue, and its words in the page's language. */
import type { Box } from '../wire'
import { loadBoardModule } from './boardLoader'
import type { BoardModule } from './boardModule'
import { findGame } from './catalogue.svelte'
import { locale, wordsOf } from './locale.svelte'
import type { Words } from './words'

class GameAssets {
  board = $state.raw<BoardModule<unknown> | null>(null)
  game = $state.raw<Box | null>(null)
  words = $state.raw<Words | null>(null)
  /** They could not be loaded. A browser does not load a module again that failed once. */
  failed = $state(false)
}

/** Loads them as soon as the game is known, and again in another language. Called by a component. */
export function loadGameAssets(name: () => string | undefined): GameAssets {
  const assets = new GameAssets()
  $effect(() => {
    const [game, lang] = [name(), locale.lang]
    if (!game) return
    let wanted = true
    void Promise.all([loadBoardModule(game), findGame(game), wordsOf(game, lang)]).then(
      (found) => {
        if (wanted) [assets.board, assets.game, assets.words] = found
      },
      () => {
        assets.failed = wanted && assets.words === null
      },
    )
    return () => {
      wanted = false
    }
  })
  return assets
}
