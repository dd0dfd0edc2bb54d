/**
 * Words for names that a game or the server chooses: levels of bots, presets, endings. A game from outside may have
 * names that this page has no words for; they are shown as they are.
 */
import { speech } from './speech.svelte'

/** A level where one is chosen: "club player". */
export function levelLabel(level: string): string {
  return speech.find(`level_${level}`) ?? level
}

/** What a bot of this level is called at a table. */
export function botName(level: string | null): string {
  return (level === null ? null : speech.find(`bot_${level}`)) ?? level ?? ''
}

/** A record calls a bot by its level: "bot club", "bot club 2". */
export function recordedName(name: string): string {
  const bot = /^bot (\w+)(.*)$/.exec(name)
  return bot ? botName(bot[1]!) + bot[2] : name
}

export function presetLabel(preset: string): string {
  return speech.find(`preset_${preset}`) ?? preset
}

/** Why a table was closed before its game was over; empty where nothing need be said. */
export function endingLabel(why: string): string {
  return speech.find(`ended_${why}`) ?? ''
}
