/**
 * Words for names that a game or the server chooses: levels of bots, presets, endings. A game says them itself, in the
 * catalogue; a name without words is shown as it is.
 */
import type { Box } from '../wire'
import { knownGame } from './catalogue.svelte'
import type { EvenLevel } from './evenLevel'
import { locale, t } from './locale.svelte'

type Names = Record<string, Record<string, string>>

function say(names: Names | undefined, name: string): string {
  return names?.[name]?.[locale.lang] ?? name
}

/** A level where one is chosen: "club player". */
export function levelLabel(box: Box, level: string): string {
  return say(box.level_names, level)
}

/** What a bot of this character, or of this level, is called at a table of this game. */
export function botName(game: string, name: string | null): string {
  return name === null ? '' : say(knownGame(game)?.bot_names, name)
}

/** A record calls a bot by its character or level: "bot moka", "bot club 2". */
export function recordedName(game: string, name: string): string {
  const bot = /^bot (\w+)(.*)$/.exec(name)
  if (bot) return botName(game, bot[1]!) + bot[2]
  const somebody = /^somebody( \d+)?$/.exec(name) // has deleted their data
  return somebody ? (locale.find('somebody') ?? name) + (somebody[1] ?? '') : name
}

/** Why this level is proposed. */
export function proposalLabel(box: Box, even: EvenLevel): string {
  return t(`even_${even.why}`, { level: levelLabel(box, even.level) })
}

export function presetLabel(box: Box, preset: string): string {
  return say(box.preset_names, preset)
}

/** Why a table was closed before its game was over; empty where nothing need be said. */
export function endingLabel(why: string): string {
  return locale.find(`ended_${why}`) ?? ''
}
