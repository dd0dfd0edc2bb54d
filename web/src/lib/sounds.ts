/**
 * Short sounds, synthesized here without files or requests, and what a phone feels with them. Browsers allow both after
 * the first tap. Each sound is a few strokes: a body that rings and falls, and the noise of what was struck.
 */
import type { Sound } from './boardModule'
import { preferences } from './preferences.svelte'

export type GameSound = Sound | 'moment' | 'turn' | 'won' | 'lost'

interface Stroke {
  /** Seconds after the beginning. */
  at: number
  /** How loud, from 0 to 1. */
  loud: number
  /** Seconds until it has died away. */
  lasting: number
  /** The pitch of the body in hertz, and to which part of it the pitch falls: what is heavy falls further. */
  pitch?: number
  falls?: number
  /** Noise around this frequency in hertz: paper is high, wood low. */
  noise?: number
}

const knock = (at: number, pitch: number, loud: number): Stroke[] => [
  { at, loud, lasting: 0.11, pitch, falls: 0.55 },
  { at, loud: loud * 0.7, lasting: 0.035, noise: pitch * 9 },
]
/** A struck bell: its tone, the octave, and a third partial that is not in tune with them. */
const bell = (at: number, pitch: number, loud: number, lasting: number): Stroke[] => [
  { at, loud, lasting, pitch },
  { at, loud: loud * 0.4, lasting: lasting * 0.7, pitch: pitch * 2 },
  { at, loud: loud * 0.15, lasting: lasting * 0.35, pitch: pitch * 2.76 },
]

const STROKES: Record<GameSound, readonly Stroke[]> = {
  card: [
    { at: 0, loud: 0.22, lasting: 0.09, noise: 3200 },
    { at: 0.055, loud: 0.4, lasting: 0.05, noise: 900 },
    { at: 0.055, loud: 0.35, lasting: 0.08, pitch: 150, falls: 0.6 },
  ],
  tile: [...knock(0, 420, 0.5), ...knock(0.045, 300, 0.2)],
  dice: [0, 0.08, 0.15, 0.24, 0.37, 0.43].flatMap((at, n) => knock(at, 330 - 25 * (n % 3), 0.5 - 0.06 * n)),
  coin: [...bell(0, 1480, 0.16, 0.25), ...bell(0.06, 1975, 0.14, 0.4)],
  right: [...bell(0, 659, 0.22, 0.3), ...bell(0.1, 880, 0.22, 0.3), ...bell(0.2, 1319, 0.2, 0.7)],
  wrong: [
    { at: 0, loud: 0.5, lasting: 0.3, pitch: 165, falls: 0.8 },
    { at: 0, loud: 0.25, lasting: 0.05, noise: 400 },
    { at: 0.16, loud: 0.5, lasting: 0.5, pitch: 123, falls: 0.75 },
  ],
  moment: [
    { at: 0, loud: 0.7, lasting: 0.55, pitch: 92, falls: 0.5 },
    { at: 0, loud: 0.35, lasting: 0.06, noise: 260 },
    ...bell(0.02, 196, 0.2, 1.2),
  ],
  turn: [...bell(0, 523, 0.2, 0.35), ...bell(0.13, 784, 0.2, 0.6)],
  won: [523, 659, 784, 1047, 1319].flatMap((pitch, n) => bell(0.13 * n, pitch, 0.2, n === 4 ? 1.4 : 0.4)),
  lost: [392, 349, 311, 262].flatMap((pitch, n) => bell(0.2 * n, pitch, 0.18, n === 3 ? 1.2 : 0.4)),
}

/** What a phone feels: milliseconds of vibration, pause, vibration. */
const PULSES: Record<GameSound, number[]> = {
  card: [8],
  tile: [12],
  dice: [10, 60, 10, 60, 14],
  coin: [10],
  right: [20, 60, 40],
  wrong: [90],
  moment: [60],
  turn: [25, 70, 25],
  won: [30, 60, 30, 60, 120],
  lost: [150],
}

let audio: { context: AudioContext; out: GainNode; noise: AudioBuffer } | null = null

export function playSound(name: GameSound): void {
  if (!navigator.userActivation?.hasBeenActive) return
  if (preferences.haptics) navigator.vibrate?.(PULSES[name])
  if (!preferences.sound) return
  audio ??= openAudio()
  const { context, out } = audio
  out.gain.value = preferences.volume
  for (const stroke of STROKES[name]) strike(context, out, audio.noise, stroke)
}

/** All sounds go through one compressor, so that several at once are not harsh. */
function openAudio(): NonNullable<typeof audio> {
  const context = new AudioContext()
  const out = context.createGain()
  const compressor = context.createDynamicsCompressor()
  out.connect(compressor).connect(context.destination)
  const noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
  const samples = noise.getChannelData(0)
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1
  return { context, out, noise }
}

function strike(context: AudioContext, out: AudioNode, noise: AudioBuffer, stroke: Stroke): void {
  const from = context.currentTime + stroke.at
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, from)
  gain.gain.exponentialRampToValueAtTime(stroke.loud, from + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, from + stroke.lasting)
  gain.connect(out)
  const source = stroke.noise ? rustle(context, noise, stroke.noise, gain) : ring(context, stroke, from, gain)
  source.start(from)
  source.stop(from + stroke.lasting)
}

function ring(context: AudioContext, { pitch = 440, falls = 1, lasting }: Stroke, from: number, to: AudioNode) {
  const source = context.createOscillator()
  source.type = 'sine'
  source.frequency.setValueAtTime(pitch, from)
  source.frequency.exponentialRampToValueAtTime(pitch * falls, from + lasting)
  source.connect(to)
  return source
}

function rustle(context: AudioContext, noise: AudioBuffer, around: number, to: AudioNode): AudioBufferSourceNode {
  const source = context.createBufferSource()
  source.buffer = noise
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = around
  filter.Q.value = 0.8
  source.connect(filter).connect(to)
  return source
}
