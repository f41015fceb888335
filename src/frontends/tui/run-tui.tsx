import { type Instance, render } from 'ink'
import { App } from './app.tsx'
import { Program } from './program.ts'
import type { TuiEnd, TuiOptions } from './tui-options.ts'
import { UiContext } from './ui.ts'

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
  instance.waitUntilExit().catch(error => program.fail(error))
  try {
    return await program.run()
  } finally {
    instance.unmount()
  }
}
