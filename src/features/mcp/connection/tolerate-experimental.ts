import type { Transport } from '@modelcontextprotocol/client'
import { isObject } from '../../../lib/is-object.ts'

/**
 * Servers say `false` of what they do not offer beside the protocol, where the official client takes only objects and
 * would refuse the whole server: what is no object counts as absent. To be called when the client listens.
 */
export const tolerateExperimental = (transport: Transport): void => {
  const deliver = transport.onmessage
  if (deliver) transport.onmessage = (message, extra) => deliver(withoutOdd(message), extra)
}

const withoutOdd = <M>(message: M): M => {
  if (!isObject(message) || !isObject(message['result'])) return message
  const { result } = message
  const { capabilities } = result
  if (!isObject(capabilities) || !isObject(capabilities['experimental'])) return message
  const entries = Object.entries(capabilities['experimental'])
  const experimental = Object.fromEntries(entries.filter(([, value]) => isObject(value)))
  return { ...message, result: { ...result, capabilities: { ...capabilities, experimental } } }
}
