import type { HookPorts } from '../../features/hooks/ports.ts'
import type { OpenThread } from '../../protocol/thread.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Toolbox } from '../options/toolbox.ts'

const MOST_TURNS = 30

/** An agent that looks into a question of a hook; nobody sees it at work, and no hook hears of its calls. */
export const createHookAgent =
  (
    openThread: OpenThread,
    {
      runtime: { newId },
      tools,
    }: { readonly runtime: Pick<Runtime, 'newId'>; readonly tools: Pick<Toolbox, 'toolsIn'> },
  ): NonNullable<HookPorts['runAgent']> =>
  async ({ prompt, model, ms }, signal) => {
    const id = newId()
    await using thread = await openThread({
      agent: { id, name: 'hook', toolUseId: id },
      tools: tools.toolsIn?.('reading') ?? [],
      unhooked: true,
      ...(model === undefined ? {} : { model }),
      limits: { turns: MOST_TURNS, ms },
    })
    const run = thread.run(prompt, signal)
    for (;;) {
      const step = await run.next()
      if (step.done) return step.value.text
    }
  }
