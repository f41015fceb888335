import { isObject } from '../../lib/is-object.ts'
import type { State } from './state-file.ts'

type ProjectState = Readonly<Record<string, unknown>>

/** What is remembered of one project, by the path of its trust root; empty when that is nothing. */
export const projectOf = (state: State, root: string): ProjectState => {
  const projects = projectsOf(state)
  const project = Object.hasOwn(projects, root) ? projects[root] : undefined
  return isObject(project) ? project : {}
}

export const projectsOf = (state: State): Readonly<Record<string, unknown>> => {
  const projects = state['projects']
  return isObject(projects) ? projects : {}
}

/** A project about which nothing is left to remember goes away. */
export const withProject = (state: State, root: string, project: ProjectState): State => {
  const projects = Object.fromEntries(Object.entries(projectsOf(state)).filter(([path]) => path !== root))
  if (Object.keys(project).length > 0) projects[root] = project
  return { ...state, projects }
}
