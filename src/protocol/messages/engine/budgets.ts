import { area } from '../area.ts'

export const budgetText = area('budgets', {
  unpriced: {
    en: 'The price of {model} is unknown, so your budget can\'t be enforced. Give it one in settings: "models": {"<model id>": {"price": {"input": …, "output": …}}}.',
    zh: '{model} 的价格未知，无法执行预算。请在设置中给出价格："models": {"<模型 id>": {"price": {"input": …, "output": …}}}。',
  },
  used_up: {
    en: 'The budget of {limit} is used up ({spent} spent).',
    zh: '预算 {limit} 已用完（已花费 {spent}）。',
  },
  session_used_up: {
    en: 'The budget of {limit} for this session is used up ({spent} spent). To continue, raise "budgets.session.hard" in your settings.',
    zh: '本会话的预算 {limit} 已用完（已花费 {spent}）。要继续，请在设置中提高 "budgets.session.hard"。',
  },
  day_used_up: {
    en: 'The budget of {limit} for today is used up ({spent} spent). To continue, raise "budgets.day.hard" in your settings.',
    zh: '今天的预算 {limit} 已用完（已花费 {spent}）。要继续，请在设置中提高 "budgets.day.hard"。',
  },
  project_used_up: {
    en: 'The budget of {limit} for this project is used up ({spent} spent). To continue, raise "budgets.project.hard" in your settings.',
    zh: '本项目的预算 {limit} 已用完（已花费 {spent}）。要继续，请在设置中提高 "budgets.project.hard"。',
  },
  session_passed: {
    en: 'Spending for this session has passed {limit} ({spent} spent).',
    zh: '本会话的花费已超过 {limit}（已花费 {spent}）。',
  },
  day_passed: {
    en: 'Spending for today has passed {limit} ({spent} spent).',
    zh: '今天的花费已超过 {limit}（已花费 {spent}）。',
  },
  project_passed: {
    en: 'Spending for this project has passed {limit} ({spent} spent).',
    zh: '本项目的花费已超过 {limit}（已花费 {spent}）。',
  },
  not_added_up: { en: "Couldn't add up the spending: {reason}", zh: '无法统计花费：{reason}' },
  shared_unenforced: {
    en: "{failure}. Daily and project budgets can't be enforced.",
    zh: '{failure}。无法执行每日和项目预算。',
  },
  reminder: {
    en: 'This session has cost {cost} so far. /cost shows what for; "costReminderUsd" changes or turns off this reminder.',
    zh: '本次会话目前已花费 {cost}。/cost 可查看明细；用 "costReminderUsd" 更改或关闭此提醒。',
  },
})
