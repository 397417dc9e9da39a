/* Cuts the power of the file system that a folder is on: what its log has not written yet never gets to the disk. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>

int main(int count, char **arguments) {
    uint32_t without_flushing_the_log = 2;
    int folder = count == 2 ? open(arguments[1], O_RDONLY | O_DIRECTORY) : -1;
    if (folder < 0 || ioctl(folder, _IOR('X', 125, uint32_t), &without_flushing_the_log) < 0) {
        perror("cut");
        return 1;
    }
    return 0;
}
