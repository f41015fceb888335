import { dirname } from 'node:path'

/** The directories from one up to another that holds it, the nearest first; up to the root when it does not. */
export const upwards = (from: string, to: string): readonly string[] => {
  const directories = [from]
  for (let at = from; at !== to && dirname(at) !== at; at = dirname(at)) directories.push(dirname(at))
  return directories
}
