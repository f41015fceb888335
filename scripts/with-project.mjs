import { API } from 'typescript/unstable/sync'

/** Asks the compiler about the project of a tsconfig; its process ends with the answer. */
export const withProject = (config, ask) => {
  const api = new API()
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    return ask(project, config.slice(0, config.lastIndexOf('/')))
  } finally {
    api.close()
  }
}
