{ pkgs, ... }: let
  gestures = [
    "-g '2,LR,*,*,R,${pkgs.wtype}/bin/wtype -M alt -k Right -m alt'"
    "-g '1,DU,B,*,R,${pkgs.foot}/bin/foot'"
  ];
in {
  command = "${pkgs.lisgd}/bin/lisgd -t 100 -g '3,DU,*,*,R,notify-send up' -g '3,UD,*,*,R,niri msg action close-window'";
}
