/** The words of the chat: what people say, and what is said about bots from outside that did not answer as they should. */
import { t } from './locale.svelte'
import type { ChatLine } from './tableState'

/** Who it is from, or about, and its text. */
export function chatText(line: ChatLine, name: (seat: number) => string): { name: string; text: string } {
  if (line.what === 'said') return line
  const text = line.what === 'botted' ? t('bot_replaced') : t(`bot_fault_${line.fault}`, { n: line.times })
  return { name: name(line.seat), text }
}
