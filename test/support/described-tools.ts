import { readToolSpecs } from '../../src/host/tools/toolbox.ts'

/** Where the build puts what the program finds under this name. */
const place: { CAPSTAN_TOOL_SPECS?: unknown } = globalThis as typeof globalThis & {
  CAPSTAN_TOOL_SPECS?: unknown
}

// The tools are described once for all tests of a worker, as the build does it once for all runs: dozens of schemas for
// each session would be a tenth of what it costs.
place.CAPSTAN_TOOL_SPECS ??= await readToolSpecs()
