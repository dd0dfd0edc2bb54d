/** Short sounds, synthesized here without files or requests. Browsers allow them after the first tap. */
import type { Sound } from './boardModule'
import { preferences } from './preferences.svelte'

/** Each sound is a few notes: frequency, start, duration, volume. A frequency of 0 is a short noise. */
const SCORES: Record<Sound | 'turn' | 'won', [number, number, number, number][]> = {
  card: [[0, 0, 0.05, 0.25]],
  tile: [
    [0, 0, 0.03, 0.4],
    [320, 0, 0.05, 0.12],
  ],
  dice: [
    [0, 0, 0.04, 0.4],
    [0, 0.07, 0.04, 0.35],
    [0, 0.13, 0.05, 0.3],
  ],
  coin: [
    [1400, 0, 0.08, 0.12],
    [1900, 0.05, 0.12, 0.1],
  ],
  right: [
    [660, 0, 0.1, 0.14],
    [880, 0.09, 0.16, 0.14],
  ],
  wrong: [
    [220, 0, 0.16, 0.16],
    [185, 0.12, 0.2, 0.14],
  ],
  turn: [
    [523, 0, 0.14, 0.16],
    [784, 0.12, 0.26, 0.16],
  ],
  won: [
    [523, 0, 0.14, 0.15],
    [659, 0.12, 0.14, 0.15],
    [784, 0.24, 0.14, 0.15],
    [1047, 0.36, 0.4, 0.15],
  ],
}

let audio: AudioContext | null = null

export function playSound(name: keyof typeof SCORES): void {
  if (!preferences.sound || !navigator.userActivation?.hasBeenActive) return
  audio ??= new AudioContext()
  for (const [frequency, at, lasting, loud] of SCORES[name])
    note(audio, frequency, audio.currentTime + at, lasting, loud)
}

function note(audio: AudioContext, frequency: number, at: number, lasting: number, loud: number): void {
  const gain = audio.createGain()
  gain.gain.setValueAtTime(loud, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasting)
  gain.connect(audio.destination)
  const source = frequency ? tone(audio, frequency) : noise(audio, lasting)
  source.connect(gain)
  source.start(at)
  source.stop(at + lasting)
}

function tone(audio: AudioContext, frequency: number): OscillatorNode {
  const source = audio.createOscillator()
  source.type = 'triangle'
  source.frequency.value = frequency
  return source
}

function noise(audio: AudioContext, lasting: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasting), audio.sampleRate)
  const data = buffer.getChannelData(0)
  for (let n = 0; n < data.length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length)
  const source = audio.createBufferSource()
  source.buffer = buffer
  return source
}
