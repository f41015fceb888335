import { area } from '../area.ts'

export const teamText = area('teams', {
  not_joined: { en: "Couldn't join the team {team}: {reason}", zh: '无法加入团队 {team}：{reason}' },
  member: { en: 'This is {name}, a member of the team {team}.', zh: '这是 {name}，团队 {team} 的成员。' },
  member_asks: {
    en: 'This is {name}, a member of the team {team}. Its questions also go to the leader, {leader}.',
    zh: '这是 {name}，团队 {team} 的成员。它的提问也会发给领导者 {leader}。',
  },
})
