import type { TuiPorts } from './ports.ts'
import type { Screen } from './terminal/screen-port.ts'

/** The same ports; what starts an editor gets the terminal for as long as it runs. */
export const lendScreen = (ports: TuiPorts, screen: Pick<Screen, 'suspend'>): TuiPorts => {
  const { system } = ports
  return {
    ...ports,
    system: {
      ...system,
      edit: text => screen.suspend(() => system.edit(text)),
      openFile: file => screen.suspend(() => system.openFile(file)),
    },
  }
}
