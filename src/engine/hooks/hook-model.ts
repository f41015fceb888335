import type { HookPorts } from '../../features/hooks/ports.ts'
import { plainText } from '../../protocol/message.ts'
import type { Secrets } from '../secrets/part.ts'
import type { SideRequest } from '../turn/side-request.ts'

const MAX_TOKENS = 1_000

/** The model that judges for hooks: what it is shown is cleaned of secrets first. */
export const createHookModel =
  (request: SideRequest, secrets: Pick<Secrets, 'ready'>): NonNullable<HookPorts['askModel']> =>
  async ({ prompt, system, model }, signal) => {
    const { redact } = await secrets.ready()
    const messages = [{ role: 'user', content: [{ type: 'text', text: redact(prompt) }] }] as const
    const wanted = model === undefined ? {} : { model }
    const asked = { source: 'hook', system: [{ text: system }], messages, maxTokens: MAX_TOKENS, ...wanted }
    return plainText((await request(asked, signal)).content)
  }
