/** What connections need of the world: sockets, HTTP, timers and a clock, those of a real browser. */
import { call } from './api'
import { addressOf } from './basePath'
import { playsHere } from './playHere.svelte'
import { SocketHere } from './socketHere'
import { steadyTime } from './steadyTime'
import type { Environment } from './tableConnection'

export const browser: Environment = {
  openSocket(path) {
    const url = new URL(addressOf(path), location.origin.replace(/^http/, 'ws'))
    url.searchParams.set('lang', document.documentElement.lang)
    return playsHere() ? new SocketHere(path.split('?')[0] + url.search) : new WebSocket(url)
  },
  call,
  setTimer: (work, milliseconds) => window.setTimeout(work, milliseconds),
  clearTimer: (timer) => clearTimeout(timer),
  now: () => Date.now(),
  steadyTime,
  random: () => Math.random(),
}
