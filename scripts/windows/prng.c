/* A bcryptprimitives.dll with the only function that Rust's library needs. Wine 8 lacks this file. */
#include <windows.h>

BOOLEAN WINAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return SystemFunction036(data, (ULONG)length);
}
