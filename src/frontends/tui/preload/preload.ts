/**
 * Loads what the screen needs in pieces: between two of them keys are read and shown. In one go it would keep
 * somebody who types at once waiting.
 */
export const preload = async (breathe: () => Promise<void>): Promise<void> => {
  await import('./react.ts')
  await breathe()
  await import('./ink.ts')
  await breathe()
  await import('../app/program.ts')
  await breathe()
}
