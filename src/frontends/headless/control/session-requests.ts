import { OpError } from '../../../protocol/op.ts'
import { chosen, Refusal, type Served } from './desk.ts'

type Names =
  | 'interrupt'
  | 'set_model'
  | 'set_permission_mode'
  | 'set_max_thinking_tokens'
  | 'set_assistant'
  | 'cancel_async_message'
  | 'generate_session_title'
  | 'rename_session'
  | 'set_color'
  | 'set_has_subscribers'

/** What the conversation goes on with, and what it is called. */
export const sessionRequests: Served<Names> = {
  async interrupt({ desk, fields }) {
    const { engine } = desk.run
    const cancelQueued = fields.cancel_queued === true
    // Read first: the engine may take the next message as soon as the turn is over.
    const queue = await engine.query('queue')
    await engine.send({ type: 'interrupt', reason: 'user', ...(cancelQueued && { cancelQueued }) })
    return cancelQueued ? { still_queued: [], cancelled: queue } : { still_queued: queue }
  },

  async set_model(asked) {
    const { model } = asked.fields
    const wanted = model === null || model === undefined || model === 'default' ? {} : { model }
    await asked.desk.run.engine.send({ type: 'set_model', ...wanted })
    chosen(asked)
    return {}
  },

  async set_permission_mode(asked) {
    const { mode } = asked.fields
    const { options, engine } = asked.desk.run
    if (mode === 'bypassPermissions' && !options.allowBypass)
      throw new Refusal(
        'bypassPermissions is not open to this run: start it with --dangerously-skip-permissions or --allow-dangerously-skip-permissions.',
      )
    await engine.send({ type: 'set_mode', mode })
    chosen(asked)
    return { mode }
  },

  async set_max_thinking_tokens(asked) {
    const { max_thinking_tokens: tokens, thinking_display: display } = asked.fields
    await asked.desk.run.engine.send({
      type: 'set_thinking_budget',
      ...(tokens === undefined ? {} : { tokens: tokens ?? 'as_started' }),
      ...(display === undefined
        ? {}
        : { summaries: display === null ? 'as_started' : display !== 'omitted' }),
    })
    chosen(asked)
    // What can be had is in force; what cannot must be known.
    if (display === 'highlights') throw new Refusal('thinking_display "highlights" is not available here.')
    return {}
  },

  async set_assistant({ desk, fields }) {
    const { engine } = desk.run
    await engine.send({ type: 'set_assistant', enabled: fields.enabled })
    return { assistant: await engine.query('assistant') }
  },

  async cancel_async_message({ desk, fields }) {
    try {
      await desk.run.engine.send({ type: 'take_back', uuid: fields.message_uuid })
      return { cancelled: true }
    } catch (error) {
      // It was delivered meanwhile, or nobody knows of it: there is nothing to take back.
      if (error instanceof OpError) return { cancelled: false }
      throw error
    }
  },

  async generate_session_title({ desk, fields, signal }) {
    const { engine } = desk.run
    const title = await engine.look('title', { description: fields.description }, signal)
    if (fields.persist && !signal.aborted) await engine.send({ type: 'set_title', title })
    return { title }
  },

  async rename_session({ desk, fields }) {
    const { engine } = desk.run
    const { sessionId } = await engine.query('state')
    if (typeof fields.session_id === 'string' && fields.session_id !== sessionId)
      throw new Refusal(`This is session ${sessionId}, not ${fields.session_id}.`)
    await engine.send({ type: 'set_title', title: fields.title })
    return {}
  },

  // Whoever shows the session shows its colour; nothing is held back whether anybody watches or not.
  set_color: async () => ({}),
  set_has_subscribers: async () => ({}),
}
