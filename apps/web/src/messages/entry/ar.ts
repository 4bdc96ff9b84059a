import type { EntryMessages } from './en.js';

/** Arabic has forms of its own for two, and for three to ten. There are at most five tries. */
const triesLeft = (tries: number) =>
  tries === 1 ? 'بقيت محاولة واحدة' : tries === 2 ? 'بقيت محاولتان' : `بقيت ${tries} محاولات`;

/** Arabic texts for entering with a code or an invitation. */
export const arEntry: EntryMessages = {
  acceptAgain: 'يُرجى قبول الشروط مرة أخرى. الاسم والعنوان مكتوبان بالفعل.',
  proofRequired: 'يطلب منكم المنظمون الآن تأكيد عنوانكم. الاسم والعنوان مكتوبان بالفعل.',
  code: {
    title: 'أدخلوا الرمز',
    sent: (email) => `إذا كان الدخول متاحًا لـ ${email}، فستصل إليه رسالة تحتوي على رمز من ستة أرقام.`,
    sentTo: (email) => `رسالة تحتوي على رمز من ستة أرقام في طريقها إلى ${email}.`,
    valid: (minutes) => `الرمز صالح لمدة ${minutes} دقائق.`,
    spam: 'لم تصل الرسالة؟ يُرجى البحث أيضًا في مجلد الرسائل غير المرغوب فيها.',
    label: 'الرمز المكوّن من ستة أرقام',
    submit: 'مشاهدة المقطع الدعائي',
    checking: 'جارٍ التحقق…',
    errorFallback: 'تعذّر التحقق من الرمز. يُرجى المحاولة مجددًا.',
    triesLeft: (error, tries) =>
      tries === 0 ? `${error}، ولم تبقَ أي محاولة. يُرجى طلب رمز جديد.` : `${error}. ${triesLeft(tries)}.`,
    resend: 'إرسال رمز جديد',
    resendIn: (seconds) => `إرسال رمز جديد (بعد ${seconds} ث)`,
    resendReady: 'يمكنكم الآن طلب رمز جديد.',
    resent: 'طُلب رمز جديد. لم تعد الرموز السابقة لازمة.',
    resendFallback: 'تعذّر طلب رمز جديد. يُرجى المحاولة مجددًا.',
    changeAddress: 'تغيير العنوان',
  },
  request: {
    link: 'طلب الدخول',
    title: 'طلب الدخول',
    text: 'لم تصلكم دعوة، أو لا يصل أي رمز؟ أخبروا المنظمين من أنتم.',
    reasonLabel: 'السبب (اختياري)',
    submit: 'إرسال الطلب',
    submitting: 'جارٍ الإرسال…',
    back: 'العودة إلى الرمز',
    errorFallback: 'تعذّر إرسال الطلب. يُرجى المحاولة مجددًا.',
    sentTitle: 'أُرسل الطلب',
    sentText: 'يقرر المنظمون من يمكنه الدخول. إذا قُبل طلبكم، فستصلكم رسالة بالبريد الإلكتروني.',
  },
  invitation: {
    emailHint: 'هذا هو العنوان المدعو.',
    nameHint: 'هذا هو الاسم المذكور في الدعوة.',
    invalidTitle: 'رابط الدعوة هذا غير صالح',
    invalidText: 'يُرجى فتح الرابط من رسالتكم مجددًا، والتأكد من أنه كامل.',
    otherTitle: 'هذه الدعوة لعنوان آخر',
    otherText: (invited, present) => `الدعوة موجهة إلى ${invited}. أنتم مسجلو الدخول باسم ${present}.`,
    enter: 'الدخول بالدعوة',
    stay: 'البقاء مسجل الدخول',
    toGate: 'الانتقال إلى الصفحة الرئيسية',
  },
  otherVersion: {
    text: 'تُعرض الآن نسخة أخرى من هذا المقطع الدعائي.',
    load: 'تحميل هذه النسخة',
  },
  ended: {
    title: 'انتهى حقكم في الدخول',
    notBegunTitle: 'لم يبدأ حقكم في الدخول بعد',
    playbackEndedTitle: 'انتهى التشغيل',
    networkBlockedTitle: 'لا يمكن الدخول من هنا',
    reasons: {
      blocked: 'حُظر دخولكم إلى هذا العرض المسبق.',
      revoked: 'سُحبت دعوتكم.',
      expired: 'انتهت مدة دعوتكم.',
      notBegun: 'موعد دعوتكم لم يحن بعد. يُرجى العودة في حينه.',
      visitEnded: 'أُنهيت زيارتكم.',
      playbackEnded: 'أوقف المنظمون تشغيل هذا المقطع الدعائي.',
      networkBlocked: 'لا يسمح المنظمون بالدخول من شبكتكم.',
    },
    begins: (start) => `تسري دعوتكم ابتداءً من ${start}. يُرجى العودة في حينه.`,
    contact: (owner) => `إذا كانت لديكم أسئلة، فيُرجى التواصل مع ${owner}.`,
    noContact: 'إذا كانت لديكم أسئلة، فيُرجى سؤال من دعاكم.',
    signOut: 'تسجيل الدخول بعنوان آخر',
  },
};
