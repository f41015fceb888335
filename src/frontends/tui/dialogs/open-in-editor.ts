import type { Ui } from '../ui/ui.ts'

/** Opens a file in the person's editor and waits until it is closed; a failure is said. */
export const openInEditor = async (
  { ports, toast }: Pick<Ui, 'ports' | 'toast'>,
  file: { readonly path: string; readonly line?: number },
): Promise<void> => {
  const problem = await ports.system.openFile(file)
  if (problem !== undefined) toast(problem, 'error')
}
