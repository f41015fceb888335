import type { TuiPorts } from './ports.ts'
import type { Screen } from './terminal/screen-port.ts'

/** The same ports; an editor gets the terminal for as long as it runs, and what the terminal is to copy is told it. */
export const lendScreen = (ports: TuiPorts, screen: Pick<Screen, 'suspend' | 'signal'>): TuiPorts => {
  const { system } = ports
  return {
    ...ports,
    system: {
      ...system,
      async copy(text) {
        const copied = await system.copy(text)
        if (copied.sequence !== undefined) screen.signal(copied.sequence)
        return copied
      },
      edit: text => screen.suspend(() => system.edit(text)),
      openFile: file => screen.suspend(() => system.openFile(file)),
    },
  }
}
