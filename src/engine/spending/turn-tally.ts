import { addUsage, NO_USAGE, type Usage } from '../../protocol/usage.ts'
import type { Call } from './accounts.ts'

/** What the running turn of one thread has used so far. */
export class TurnTally {
  usage: Usage = NO_USAGE
  apiMs = 0
  requests = 0
  /** Over all turns of the thread. */
  usd = 0
  outputTokens = 0

  start(): void {
    this.usage = NO_USAGE
    this.apiMs = 0
    this.requests = 0
  }

  add(call: Pick<Call, 'usage' | 'durationMs'>, usd: number): void {
    this.usage = addUsage(this.usage, call.usage)
    this.apiMs += call.durationMs
    this.requests += 1
    this.usd += usd
    this.outputTokens += call.usage.output_tokens
  }
}
