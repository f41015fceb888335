import type { DoctorPort } from '../../frontends/tui/ports/doctor-port.ts'
import type { DoctorPlace } from '../doctor/doctor-place.ts'

/** Loaded when somebody asks. */
export const createDoctorPort = (place: DoctorPlace): DoctorPort => ({
  async check() {
    const { examine } = await import('../doctor/examine.ts')
    return await examine(place)
  },
})
