import type { DoctorPort } from '../../frontends/tui/ports/doctor-port.ts'
import type { DoctorOptions } from '../doctor/doctor-options.ts'

/** Loaded when somebody asks. */
export const createDoctorPort = (options: DoctorOptions): DoctorPort => ({
  async check() {
    const { examine } = await import('../doctor/examine.ts')
    return await examine(options)
  },
})
