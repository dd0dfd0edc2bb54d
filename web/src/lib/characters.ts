/** Who plays as a bot. A bot is named by its character, or by a level, which stands for the level's first character. */
import type { Box, BoxCharacter } from '../wire'

/** Null where nobody has this level, as in some games from elsewhere. */
export function characterOf(box: Box | undefined, name: string | null): BoxCharacter | null {
  const known = box?.characters ?? []
  return known.find(({ id }) => id === name) ?? known.find(({ level }) => level === name) ?? null
}

/** The level of a character; a level is its own. */
export function levelOf(box: Box | undefined, name: string): string {
  return characterOf(box, name)?.level ?? name
}

/** The characters of a level; the first one plays as the level does. */
export function charactersAt(box: Box, level: string): BoxCharacter[] {
  return (box.characters ?? []).filter((one) => one.level === level)
}
