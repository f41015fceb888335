import { parse } from 'yaml'

/** In a module of its own, so that the parser loads with the first YAML file. */
export const parseYaml = (text: string): unknown => parse(text)
