import { area } from '../area.ts'

/** Why another output style is used than the one that was asked for. */
export const styleText = area('output_styles', {
  unknown: {
    en: 'There is no output style named {name} ("outputStyle"). Known: {known:list}. Using {used} instead.',
    zh: '没有名为 {name} 的输出风格（"outputStyle"）。可选：{known:list}。改用 {used}。',
  },
  unreadable: {
    en: '{path} cannot be read as an output style (at most {most:number} bytes).',
    zh: '{path} 无法作为输出风格读取（最多 {most} 字节）。',
  },
  bad_yaml: {
    en: '{path}: the part between the --- lines is not valid YAML.',
    zh: '{path}：--- 行之间的内容不是有效的 YAML。',
  },
  no_text: {
    en: '{path}: an output style needs text below its --- lines.',
    zh: '{path}：输出风格在 --- 行之后需要有正文。',
  },
  colon: {
    en: '{path}: the name of an output style can\'t have a ":", which stands behind the name of a plugin.',
    zh: '{path}：输出风格的名称不能含 ":"，它用在插件名之后。',
  },
})
