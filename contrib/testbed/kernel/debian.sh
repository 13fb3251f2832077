# shellcheck shell=bash
# For scripts that bring packages of another Debian than this machine's, or of one whatever this machine has.

debian_mirror=http://deb.debian.org/debian
debian_keys=/usr/share/keyrings/debian-archive-keyring.gpg

# debian_lacks: prints the tools that this machine lacks for this, if any.
debian_lacks() {
  local tool
  for tool in apt-get dpkg-deb; do
    command -v $tool >/dev/null || { echo "$tool, to bring Debian's packages" && return; }
  done
  [ -e $debian_keys ] || echo "$debian_keys, to know Debian by; contrib/setup installs it"
}

# debian_lists SUITE: brings the lists of its packages into this folder. After this `apt-get -c apt.conf` and `apt-cache -c apt.conf` have
# this machine's proxy and nothing else of its own: they find no package installed, and put what they bring into `archives`.
debian_lists() {
  mkdir -p etc/apt.conf.d etc/preferences.d state/lists/partial archives/partial
  touch status
  echo "deb [arch=amd64 signed-by=$debian_keys] $debian_mirror $1 main" >etc/sources.list
  cat >apt.conf <<END
Dir::Etc "$PWD/etc";
Dir::State "$PWD/state";
Dir::State::status "$PWD/status";
Dir::Cache "$PWD";
APT::Architecture "amd64";
APT::Architectures { "amd64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "";
Acquire::Languages "none";
#clear APT::Update;
END
  apt-get -c apt.conf update -qq
}
