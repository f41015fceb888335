import { type Instance, render } from 'ink'
import { signalCode } from '../../lib/process/signal-code.ts'
import { Program } from './app/program.ts'
import type { TuiEnd, TuiOptions } from './app/tui-options.ts'
import { App } from './app.tsx'
import { UiContext } from './ui/ui.ts'

/** The terminal program, from its first frame to its last. */
export const runTui = async (options: TuiOptions): Promise<TuiEnd> => {
  const program = await Program.create(options)
  const tree = () => (
    <UiContext value={program.ui()}>
      <App />
    </UiContext>
  )
  const instance: Instance = render(tree(), {
    stdout: program.frames as unknown as NodeJS.WriteStream,
    // The bare frame, without any sequence of its own: what is written where is for the screen to decide.
    debug: true,
    interactive: true,
    patchConsole: false,
    exitOnCtrlC: false,
  })
  program.onRedraw(() => instance.rerender(tree()))
  // A component that fails takes the whole tree with it.
  instance.waitUntilExit().catch(program.ended.reject)
  const stopListening = options.stop && endOnAbort(options.stop, program)
  try {
    return await program.run()
  } finally {
    stopListening?.()
    instance.unmount()
  }
}

/** Ends the program when `stop` aborts, with the error where its reason is one. Returns how to stop listening. */
const endOnAbort = (stop: AbortSignal, { ended }: Pick<Program, 'ended'>): (() => void) => {
  const end = (): void => {
    if (stop.reason instanceof Error) ended.reject(stop.reason)
    else ended.resolve(signalCode(stop.reason))
  }
  if (stop.aborted) end()
  stop.addEventListener('abort', end)
  return () => stop.removeEventListener('abort', end)
}
