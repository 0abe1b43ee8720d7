package importer

// requestsFormat completes a format of requests.
func requestsFormat(f Format) Format {
	f.Read = func(in File) (*Result, error) {
		return &Result{File: in.Name, Format: f.Name, Refused: []Note{{File: in.Name, Reason: f.Name + ": " + perRequest}}}, nil
	}
	return f
}
