// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferences } from './preferences.svelte'
import { playSound } from './sounds'

/** An audio node, or a setting of one, that accepts everything and notes what begins to sound. */
const started: string[] = []
const outputs: { gain: { value: number } }[] = []
const setting = () => ({ value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} })
const connected = { connect: (to: unknown) => to }

class Audio {
  currentTime = 0
  sampleRate = 8
  destination = {}
  createGain() {
    const gain = { ...connected, gain: setting() }
    outputs.push(gain)
    return gain
  }
  createDynamicsCompressor = () => ({ ...connected })
  createBuffer = () => ({ getChannelData: () => new Float32Array(4) })
  createOscillator = () => ({ ...connected, frequency: setting(), start: () => started.push('tone'), stop: () => {} })
  createBufferSource = () => ({ ...connected, start: () => started.push('noise'), stop: () => {} })
  createBiquadFilter = () => ({ ...connected, frequency: setting(), Q: setting() })
}

const vibrate = vi.fn()
const device = { userActivation: { hasBeenActive: true }, vibrate }

beforeEach(() => {
  vi.stubGlobal('AudioContext', Audio)
  vi.stubGlobal('navigator', device)
  device.userActivation = { hasBeenActive: true }
  vibrate.mockClear()
  started.length = 0
  Object.assign(preferences, { sound: true, haptics: true, volume: 0.7 })
})
afterEach(() => void vi.unstubAllGlobals())

test('a phone vibrates where that is wanted, with or without sounds', () => {
  preferences.sound = false
  playSound('card')
  playSound('lost')
  const [[card], [lost]] = vibrate.mock.calls as [[number[]], [number[]]]
  expect(Math.max(...lost)).toBeGreaterThan(Math.max(...card)) // a defeat weighs more than a card
  expect(started).toEqual([])
  preferences.haptics = false
  playSound('card')
  expect(vibrate).toHaveBeenCalledTimes(2)
})

test('what is heard has a body and the noise of what was struck, as loud as was chosen', () => {
  preferences.volume = 0.25
  playSound('tile')
  expect(new Set(started)).toEqual(new Set(['tone', 'noise']))
  const out = outputs[0]! // the first node that is made is the way out
  expect(out.gain.value).toBe(0.25)
  preferences.volume = 0.9
  playSound('coin')
  expect(out.gain.value).toBe(0.9)
})

test('before the first tap nothing is heard or felt', () => {
  device.userActivation = { hasBeenActive: false }
  playSound('won')
  expect(started).toEqual([])
  expect(vibrate).not.toHaveBeenCalled()
})
