import type { EntryMessages } from './en.js';

/** Texts in Simplified Chinese for entering with a code or an invitation. */
export const zhHansEntry: EntryMessages = {
  code: {
    title: '请输入验证码',
    sent: (email) => `如果 ${email} 获准进入，一封包含六位验证码的邮件已经发出。`,
    valid: (minutes) => `验证码在 ${minutes} 分钟内有效。`,
    spam: '没有收到邮件？请同时查看垃圾邮件文件夹。',
    label: '六位验证码',
    submit: '观看预告片',
    checking: '正在验证…',
    errorFallback: '无法验证此验证码，请重试。',
    triesLeft: (error, tries) =>
      tries === 0 ? `${error}，且已无剩余次数。请获取新的验证码。` : `${error}，还可以尝试 ${tries} 次。`,
    resend: '重新发送验证码',
    resendIn: (seconds) => `重新发送验证码（${seconds} 秒后）`,
    resendReady: '现在可以重新发送验证码。',
    resent: '已请求新的验证码，之前的验证码不再需要。',
    resendFallback: '无法请求新的验证码，请重试。',
    changeAddress: '更改邮箱地址',
  },
  request: {
    link: '申请访问',
    title: '申请访问',
    text: '没有收到邀请，或收不到验证码？请告诉主办方您是谁。',
    reasonLabel: '理由（选填）',
    submit: '发送申请',
    submitting: '正在发送…',
    back: '返回输入验证码',
    errorFallback: '申请无法发送，请重试。',
    sentTitle: '申请已发送',
    sentText: '由主办方决定谁可以进入。如果您的申请获得批准，您将收到一封邮件。',
  },
  invitation: {
    emailHint: '这是受邀的邮箱地址。',
    nameHint: '这是邀请上的姓名。',
    invalidTitle: '此邀请链接无效',
    invalidText: '请重新打开邮件中的链接，并确认链接完整。',
    otherTitle: '此邀请属于另一个邮箱地址',
    otherText: (invited, present) => `此邀请属于 ${invited}。您当前以 ${present} 的身份登录。`,
    enter: '使用此邀请进入',
    stay: '保持登录',
    toGate: '前往首页',
  },
  ended: {
    title: '您的访问权限已结束',
    notBegunTitle: '您的访问权限尚未开始',
    reasons: {
      blocked: '您对本次预览的访问已被阻止。',
      revoked: '您的邀请已被撤回。',
      expired: '您的邀请已过期。',
      notBegun: '您的邀请尚未生效，请届时再来。',
      visitEnded: '您的访问已被结束。',
    },
    contact: (owner) => `如有疑问，请联系 ${owner}。`,
    signOut: '使用其他邮箱地址登录',
  },
};
