"""The C interface as a WebAssembly module, for a host without JavaScript: wasmtime, with the declarations of abi.json."""

from __future__ import annotations

import ctypes
import json
import time
from pathlib import Path
from typing import Any

import wasmtime

# A pointer and a size have 32 bits in the module.
NUMBERS: dict[str, Any] = {
    "char": ctypes.c_uint8,
    "f32": ctypes.c_float,
    "f64": ctypes.c_double,
    "i64": ctypes.c_int64,
    "u32": ctypes.c_uint32,
    "u64": ctypes.c_uint64,
    "u8": ctypes.c_uint8,
    "usize": ctypes.c_uint32,
}


class CollideError(Exception):
    """A call was rejected: the status, and the message of the library."""


class Module:
    """The functions of the module, called as `module.collide_world_len(world)`."""

    def __init__(self, file: Path, abi: Path) -> None:
        self.abi = json.loads(abi.read_text())
        groups = [self.abi["constants"], *(group["constants"] for group in self.abi["enums"])]
        self.constants = {constant["name"]: constant["value"] for group in groups for constant in group}
        self.types = dict(NUMBERS)
        for alias in self.abi["aliases"]:
            self.types[alias["name"]] = NUMBERS[alias["type"]]
        for call in self.abi["callbacks"]:
            self.types[call["name"]] = ctypes.c_uint32
        # In their order a structure may have a field of a later one.
        waiting = list(self.abi["structs"])
        while waiting:
            struct = waiting.pop(0)
            try:
                fields = [(field["name"], self.type(field["type"])) for field in struct["fields"]]
            except KeyError:
                waiting.append(struct)
                continue
            self.types[struct["name"]] = type(struct["name"], (ctypes.Structure,), {"_fields_": fields})
        self.functions = {call["name"]: call for call in [*self.abi["functions"], *self.abi["wasm_functions"]]}
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        self.module = wasmtime.Module.from_file(engine, str(file))
        clock = wasmtime.Func(self.store, wasmtime.FuncType([], [wasmtime.ValType.i64()]), time.monotonic_ns)
        self.exports: Any = wasmtime.Instance(self.store, self.module, [clock]).exports(self.store)
        self.memory: Any = self.exports["memory"]

    def type(self, name: str) -> Any:
        """The type of a field, as it lies in the memory of the module."""
        if name.startswith("*"):
            return ctypes.c_uint32
        if name.startswith("["):
            item, length = name[1:-1].split("; ")
            return self.types[item] * int(length)
        return self.types[name]

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self.call(self.functions[name], arguments)

    def call(self, function: dict[str, Any], arguments: tuple[Any, ...]) -> Any:
        """Calls a function. Structures by value are passed and returned in memory, as the C ABI of WebAssembly says."""
        returned = self.types.get(function.get("returns"))
        passed = []
        by_value = isinstance(returned, type) and issubclass(returned, ctypes.Structure)
        if by_value:
            passed.append(self.exports["collide_alloc"](self.store, ctypes.sizeof(returned)))
        copies = [self.put(it) if isinstance(it, ctypes.Structure) else it for it in arguments]
        result = self.exports[function["name"]](self.store, *passed, *copies)
        if by_value:
            result = self.get(passed[0], returned)
            self.free(passed[0], returned)
        for copy, given in zip(copies, arguments, strict=True):
            if isinstance(given, ctypes.Structure):
                self.free(copy, type(given))
        if function.get("returns") == "CollideStatus" and result != self.constants["COLLIDE_OK"]:
            raise CollideError(result, self.text(self.exports["collide_last_error"](self.store)))
        # WebAssembly has no unsigned numbers.
        return result % 2**64 if returned is ctypes.c_uint64 else result

    def room(self, kind: Any) -> int:
        """Allocates memory for a value or an array."""
        return self.exports["collide_alloc"](self.store, ctypes.sizeof(kind))

    def put(self, value: Any) -> int:
        """Copies a value or an array into the memory of the module."""
        address = self.room(type(value))
        self.memory.write(self.store, bytes(value), address)
        return address

    def get(self, address: int, kind: Any) -> Any:
        """Copies a value or an array out of the memory of the module."""
        return kind.from_buffer_copy(self.memory.read(self.store, address, address + ctypes.sizeof(kind)))

    def free(self, address: int, kind: Any) -> None:
        """Frees memory of `room` or `put`."""
        self.exports["collide_dealloc"](self.store, address, ctypes.sizeof(kind))

    def array(self, name: str, values: list[Any]) -> Any:
        """An array of values of a type."""
        return (self.types[name] * len(values))(*values)

    def read(self, address: int, name: str, count: int) -> list[Any]:
        """The items of an array in the memory of the module."""
        return list(self.get(address, self.types[name] * count)) if count else []

    def text(self, address: int) -> str:
        """A text that ends with a zero byte."""
        size = self.memory.data_len(self.store)
        return bytes(self.memory.read(self.store, address, min(address + 1000, size))).split(b"\0")[0].decode()
