package ledger

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"steelyard"
)

// fsKind is what the kernel says of a file system: the magic number of statfs,
// and the type of the mount, such as "fuse.sshfs", where it is known.
type fsKind struct {
	magic int64
	mount string
}

const magicFUSE = 0x65735546

// networkMagic returns the name of a network file system. Locks and shared
// memory, which a write-ahead log needs, hold between the processes of one
// machine only.
func networkMagic(magic int64) string {
	switch uint32(magic) {
	case 0x6969:
		return "nfs"
	case 0xff534d42:
		return "cifs"
	case 0xfe534d42:
		return "smb2"
	case 0x517b:
		return "smb"
	case 0x01021997:
		return "9p"
	case 0x0bd00bd0:
		return "lustre"
	case 0x00c36400:
		return "ceph"
	case 0x5346414f:
		return "afs"
	case 0x6b414653:
		return "kafs"
	case 0x73757245:
		return "coda"
	case 0x564c:
		return "ncp"
	case 0x01161970:
		return "gfs2"
	case 0x7461636f:
		return "ocfs2"
	case 0x47504653:
		return "gpfs"
	case 0x19830326:
		return "beegfs"
	case 0x20030528:
		return "orangefs"
	case 0xaad7aaea:
		return "panfs"
	case 0xbacbacbc:
		return "vmhgfs"
	}
	return ""
}

// networkMount returns the name of a network file system served in user space;
// its magic number is that of any such file system, so the mount's type decides.
func networkMount(mount string) string {
	switch mount {
	case "fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.ceph-fuse", "fuse.juicefs", "fuse.moosefs",
		"fuse.mfs", "fuse.lizardfs", "fuse.seaweedfs", "fuse.s3fs", "fuse.goofys", "fuse.geesefs",
		"fuse.mount-s3", "fuse.mountpoint-s3", "fuse.gcsfuse", "fuse.blobfuse", "fuse.blobfuse2",
		"fuse.rclone", "fuse.davfs", "fuse.davfs2", "fuse.curlftpfs", "fuse.smbnetfs", "fuse.alluxio-fuse",
		"fuse.beegfs", "fuse.cvmfs2", "fuse.hadoop_fuse_dfs", "fuse.gvfsd-fuse", "fuse.vmhgfs-fuse",
		"fuse.unionfs-nfs", "fuse.wekafs", "fuse.3fs":
		return mount
	}
	return ""
}

// detectFS asks the kernel about the file system of path, which exists.
func detectFS(path string) (fsKind, error) {
	var st unix.Statfs_t
	for {
		err := unix.Statfs(path, &st)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return fsKind{}, fmt.Errorf("statfs %s: %w", path, err)
		}
		break
	}
	kind := fsKind{magic: st.Type}
	if kind.magic != magicFUSE {
		return kind, nil
	}
	var err error
	kind.mount, err = mountType(path)
	return kind, err
}

// mountType returns the type of the mount that path lies on.
func mountType(path string) (string, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return "", fmt.Errorf("stat %s: %w", path, err)
	}
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return "", err
	}
	defer f.Close()
	device := fmt.Sprintf("%d:%d", unix.Major(st.Dev), unix.Minor(st.Dev))
	return findMount(bufio.NewScanner(f), device)
}

// findMount reads mountinfo lines: "id parent major:minor root point options
// [optional fields] - type source options" (proc(5)).
func findMount(lines *bufio.Scanner, device string) (string, error) {
	for lines.Scan() {
		left, right, ok := strings.Cut(lines.Text(), " - ")
		fields := strings.Fields(left)
		if ok && len(fields) > 2 && fields[2] == device {
			kind, _, _ := strings.Cut(right, " ")
			return kind, nil
		}
	}
	return "", lines.Err()
}

// CheckFolder refuses a state folder on a network file system, as Open does, so
// that nothing is written there by what is opened before the ledger.
func CheckFolder(dir string) error { return refuseNetwork(dir, detectFS) }

// refuseNetwork looks at dir, or at the nearest folder above it that exists.
func refuseNetwork(dir string, detect func(string) (fsKind, error)) error {
	path, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	for {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		path = filepath.Dir(path)
	}
	kind, err := detect(path)
	if err != nil {
		return &steelyard.InputError{
			File: dir, Problem: "the state folder's file system cannot be told",
			Remedy: "choose another folder with --state", Err: err,
		}
	}
	name := networkMagic(kind.magic)
	if name == "" {
		name = networkMount(kind.mount)
	}
	if name == "" {
		return nil
	}
	return &steelyard.InputError{
		File:    dir,
		Problem: fmt.Sprintf("the state folder is on a network file system (%s), where locks and shared memory do not hold", name),
		Remedy:  "choose a folder on a local disk with --state",
	}
}
