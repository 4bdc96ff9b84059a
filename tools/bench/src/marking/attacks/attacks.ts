/** What is done to a viewer's copy of a film of 24 pictures a second before it is found. */
export interface Attack {
  readonly name: string;
  /** Seconds of the copy that are taken, and that are left. */
  readonly takenSeconds: number;
  readonly leftSeconds: number;
  /** Filters of ffmpeg. The copy has 16:9. */
  readonly filters: string;
  readonly crf: number;
  /** Width by height of the result, if it is not that of the film. */
  readonly aspect?: number;
  /** People among whom the copy must be named, and the share of clips in which it must. */
  readonly people: number;
  readonly goal: number;
}

const small = 'scale=-2:480';
/** Filmed off a screen: perspective, shaking hands, exposure, blur, noise and a camera of 30 pictures a second. */
const FILMED = [
  'scale=1280:720,pad=1360:800:40:40',
  'perspective=x0=30:y0=22:x1=1340:y1=8:x2=12:y2=790:x3=1352:y3=776:sense=destination',
  "crop=1280:720:x='40+6*sin(t*1.7)':y='40+4*sin(t*2.3)'",
  "gblur=1.3,eq=brightness='0.02*sin(t*3)':gamma=1.1:eval=frame",
  `colorbalance=rm=0.08:bm=-0.05,noise=c0s=6:c0f=t,fps=30,${small}`,
].join(',');
const LOGO = [
  small,
  'drawbox=x=20:y=20:w=90:h=60:color=white:t=fill',
  'drawbox=x=iw/4:y=ih-70:w=iw/2:h=40:color=yellow:t=fill',
].join(',');
/** Leaves out three parts of 4 seconds. */
const CUTS = `select='not(between(t,8,11.99)+between(t,20,23.99)+between(t,35,38.99))',setpts=N/24/TB,${small}`;

const uncut = (
  name: string,
  seconds: number,
  people: number,
  goal: number,
  crf: number,
  filters: string,
): Attack => ({
  name,
  takenSeconds: seconds,
  leftSeconds: seconds,
  filters,
  crf,
  people,
  goal,
});

/** The rows of the goals. */
export const attacks: readonly Attack[] = [
  uncut('480p, CRF 32', 30, 10_000, 0.95, 32, small),
  uncut('240p, CRF 35', 30, 1000, 0.9, 35, 'scale=-2:240'),
  uncut('filmed off a screen, 480p, CRF 32', 30, 1000, 0.9, 32, FILMED),
  uncut('cropped by 10 % each way, gamma 1.15', 40, 10_000, 0.95, 28, 'crop=iw*0.9:ih*0.9,eq=gamma=1.15'),
  uncut('24 to 30 pictures a second', 40, 10_000, 0.95, 28, `fps=30,${small}`),
  uncut('mirrored', 40, 10_000, 0.95, 28, `hflip,${small}`),
  uncut('logo and caption', 40, 10_000, 0.95, 28, LOGO),
  { ...uncut('three cuts', 40, 10_000, 0.95, 28, CUTS), takenSeconds: 52 },
  {
    ...uncut('4 % faster', 40, 10_000, 0.95, 28, `setpts=PTS/1.04,fps=25,${small}`),
    takenSeconds: 41.6,
  },
  { ...uncut('squeezed to 4:3', 40, 10_000, 0.95, 28, 'scale=640:480,setsar=1'), aspect: 4 / 3 },
];
